import 'leaflet/dist/leaflet.css';
import { control, map as createMap, type Map as LeafletMap } from 'leaflet';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { addGround, closestZoom, HOME_BOUNDS } from './ground.ts';
import type { TileSource } from './map-types.ts';

/**
 * A map with its ground in an element of the page, from when it is there until it goes.
 *
 * @returns the element's ref; the map, once it stands; whether its ground did not arrive
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
      // The wheel scrolls the page, until somebody works with the map.
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
 * Arrows move the map at once. Leaflet would glide, lose every arrow that is pressed meanwhile, and
 * tell whoever asks for the middle then a place on the way. A fling with the pointer still glides.
 */
function moveAtOnce(map: LeafletMap): void {
  const panBy = map.panBy.bind(map);
  map.panBy = (offset, options) => panBy(offset, { animate: false, ...options });
}

/** Leaflet looks at its size once; the menu and the window change it. */
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
