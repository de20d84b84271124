import 'leaflet/dist/leaflet.css';
import { control, map as createMap, divIcon, type Map as LeafletMap } from 'leaflet';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { addGround, closestZoom, HOME_BOUNDS } from './ground.ts';
import classes from './Map.module.css';
import type { TileSource } from './map-types.ts';

/**
 * Creates a map with its ground in an element, and removes it on unmount.
 *
 * @returns the element's ref; the map once created; whether its ground failed to load
 */
export function useLeaflet(tiles: TileSource | null): {
  readonly container: RefObject<HTMLDivElement | null>;
  readonly map: LeafletMap | null;
  readonly hasFailed: boolean;
} {
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<LeafletMap | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const url = tiles?.url;
  const attribution = tiles?.attribution ?? '';

  useEffect(() => {
    if (container.current === null) return;
    const source = url === undefined ? null : { url, attribution };
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const created = createMap(container.current, {
      attributionControl: false,
      zoomControl: false,
      maxZoom: closestZoom(source),
      minZoom: 2,
      zoomAnimation: !isStill,
      fadeAnimation: !isStill,
      markerZoomAnimation: !isStill,
      // The wheel scrolls the page until the map has the focus.
      scrollWheelZoom: false,
    }).fitBounds(HOME_BOUNDS, { animate: false });
    moveAtOnce(created);
    control.zoom({ zoomInTitle: 'Acercar', zoomOutTitle: 'Alejar' }).addTo(created);
    control.attribution({ prefix: false }).addTo(created);
    const removeGround = addGround(created, source, () => setFailed(true));
    const stopWatching = followSize(created, container.current);
    const stopWheel = takeWheelWhileFocused(created, container.current);
    setMap(created);
    return () => {
      stopWheel();
      stopWatching();
      removeGround();
      created.remove();
      setMap(null);
      setFailed(false);
    };
  }, [url, attribution]);

  return { container, map, hasFailed };
}

/**
 * Arrow keys move the map without animation. Leaflet's animation would drop further key presses and
 * report an intermediate center. A drag still glides.
 */
function moveAtOnce(map: LeafletMap): void {
  const panBy = map.panBy.bind(map);
  map.panBy = (offset, options) => panBy(offset, { animate: false, ...options });
}

/** Leaflet measures its size once, but the menu and the window change it. */
function followSize(map: LeafletMap, element: HTMLElement): () => void {
  const observer = new ResizeObserver(() => map.invalidateSize({ animate: false }));
  observer.observe(element);
  return () => observer.disconnect();
}

function takeWheelWhileFocused(map: LeafletMap, element: HTMLElement): () => void {
  const take = () => map.scrollWheelZoom.enable();
  const leave = () => map.scrollWheelZoom.disable();
  element.addEventListener('focusin', take);
  element.addEventListener('focusout', leave);
  return () => {
    element.removeEventListener('focusin', take);
    element.removeEventListener('focusout', leave);
  };
}

/** Size in px; the anchor is the tip. */
const WIDTH = 28;
const HEIGHT = 36;

const DRAWING = `<svg viewBox="0 0 28 36" width="${WIDTH}" height="${HEIGHT}" aria-hidden="true">
  <path d="M14 35.2C14 35.2 26 22.6 26 13.4a12 12 0 1 0-24 0C2 22.6 14 35.2 14 35.2Z" />
  <circle cx="14" cy="13.4" r="4.4" />
</svg>`;

/** Icon of a place. Our own SVG, because Leaflet's icons are image files. */
export const pinIcon = divIcon({
  className: classes.pin ?? '',
  html: DRAWING,
  iconSize: [WIDTH, HEIGHT],
  iconAnchor: [WIDTH / 2, HEIGHT - 1],
});

const DISC = 36;

/** The marker of several overlapping places. */
export function groupIcon(count: number) {
  const number = document.createElement('span');
  number.textContent = String(count);
  return divIcon({
    className: classes.group ?? '',
    html: number,
    iconSize: [DISC, DISC],
    iconAnchor: [DISC / 2, DISC / 2],
  });
}
