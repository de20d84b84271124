import 'leaflet/dist/leaflet.css';
import {
  control,
  map as createMap,
  divIcon,
  geoJSON,
  type LatLngBoundsLiteral,
  type Map as LeafletMap,
  layerGroup,
  type Marker,
  marker,
  tileLayer,
} from 'leaflet';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import classes from './Map.module.css';
import outlinesUrl from './outlines.json?url';

/**
 * Creates a map with its background in an element, and removes it on unmount.
 *
 * @returns the element's ref; the map once created; whether its background failed to load
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
    const prefersReducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const created = createMap(container.current, {
      attributionControl: false,
      zoomControl: false,
      maxZoom: source === null ? MAX_ZOOM_ON_OUTLINES : MAX_ZOOM_ON_TILES,
      minZoom: 2,
      zoomAnimation: !prefersReducedMotion,
      fadeAnimation: !prefersReducedMotion,
      markerZoomAnimation: !prefersReducedMotion,
      // The wheel scrolls the page until the map has the focus.
      scrollWheelZoom: false,
    }).fitBounds(HOME_BOUNDS, { animate: false });
    disableKeyAnimation(created);
    control.zoom({ zoomInTitle: 'Acercar', zoomOutTitle: 'Alejar' }).addTo(created);
    control.attribution({ prefix: false }).addTo(created);
    const removeBackground = addBackground(created, source, () => setFailed(true));
    const stopWatching = followSize(created, container.current);
    const focus = new AbortController();
    const { scrollWheelZoom } = created;
    const listen = container.current.addEventListener.bind(container.current);
    listen('focusin', () => scrollWheelZoom.enable(), { signal: focus.signal });
    listen('focusout', () => scrollWheelZoom.disable(), { signal: focus.signal });
    setMap(created);
    return () => {
      focus.abort();
      stopWatching();
      removeBackground();
      created.remove();
      setMap(null);
      setFailed(false);
    };
  }, [url, attribution]);

  return { container, map, hasFailed };
}

/**
 * Makes arrow keys move the map without animation. Leaflet's animation would drop further key presses and report an
 * intermediate centre. A drag still glides.
 */
function disableKeyAnimation(map: LeafletMap): void {
  const panBy = map.panBy.bind(map);
  map.panBy = (offset, options) => panBy(offset, { animate: false, ...options });
}

/** Leaflet measures the map's size once, but the menu and the window change it. */
function followSize(map: LeafletMap, element: HTMLElement): () => void {
  const observer = new ResizeObserver(() => map.invalidateSize({ animate: false }));
  observer.observe(element);
  return () => observer.disconnect();
}

/** Size of a pin in px; its tip is at the position. */
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

/** Diameter of a group's marker in px. */
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

/** Maximum zoom. The outlines have no more detail than zoom 12 shows. */
const MAX_ZOOM_ON_OUTLINES = 12;
const MAX_ZOOM_ON_TILES = 19;

/** Initial bounds: Mexico. */
const HOME_BOUNDS: LatLngBoundsLiteral = [
  [14.5, -117.2],
  [32.7, -86.7],
];

/**
 * Adds the background of a map: tiles if a server is configured, otherwise our own outlines of countries and states,
 * which need no other origin.
 * @param onFailure called if our outlines fail to load; the map works without them
 */
function addBackground(
  map: LeafletMap,
  tiles: TileSource | null,
  onFailure: () => void,
): () => void {
  if (tiles !== null) {
    const layer = tileLayer(tiles.url, {
      attribution: escapeMarkup(tiles.attribution),
      maxZoom: MAX_ZOOM_ON_TILES,
      // Tile servers require the site's origin, and get only that.
      referrerPolicy: 'strict-origin',
    }).addTo(map);
    return () => layer.remove();
  }
  const background = layerGroup([], { attribution: 'Natural Earth, GeoNames' }).addTo(map);
  let isRemoved = false;
  loadOutlines().then(
    (outlines) => {
      if (!isRemoved) drawOutlines(map, outlines).addTo(background);
    },
    () => {
      if (!isRemoved) onFailure();
    },
  );
  return () => {
    isRemoved = true;
    background.remove();
  };
}

/** Name of a state, the position of its label, and the width of the state's main part in degrees of longitude. */
interface StateName {
  readonly name: string;
  readonly at: readonly [lng: number, lat: number];
  readonly span: number;
  // GeoJSON allows any properties of a feature.
  readonly [other: string]: unknown;
}

type Outlines = Topology<{
  countries: GeometryCollection;
  states: GeometryCollection<StateName>;
}> & {
  /** Cities; each name is shown from the first zoom at which no larger city's name overlaps it. */
  readonly cities: readonly (readonly [name: string, lng: number, lat: number, zoom: number])[];
};

async function loadOutlines(): Promise<Outlines> {
  const response = await fetch(outlinesUrl);
  if (!response.ok) throw new Error(`Loading the map outlines failed: HTTP ${response.status}`);
  return response.json();
}

function drawOutlines(map: LeafletMap, outlines: Outlines) {
  const { countries, states } = outlines.objects;
  const draw = (shape: Parameters<typeof geoJSON>[0], className: string | undefined) =>
    geoJSON(shape, { interactive: false, style: { className: className ?? '', weight: 1 } });
  const innerLines = (areas: GeometryCollection) => mesh(outlines, areas, (a, b) => a !== b);
  const group = layerGroup([
    draw(feature(outlines, countries), classes.land),
    draw(feature(outlines, states), classes.land),
    draw(innerLines(states), classes.stateLine),
    draw(innerLines(countries), classes.countryLine),
    draw(
      mesh(outlines, states, (a, b) => a === b),
      classes.countryLine,
    ),
  ]);
  const names = layerGroup().addTo(group);
  const stateNames = feature(outlines, states).features.map(({ properties }) => ({
    properties,
    mark: nameMark(properties.name, properties.at),
  }));
  const cityNames = outlines.cities.map(([name, lng, lat, zoom]) => ({
    zoom,
    mark: nameMark(name, [lng, lat], classes.city),
  }));

  /** Shows cities by zoom, and below `ONLY_CITIES` the states that are wide enough for their names. */
  function showNames() {
    const zoom = map.getZoom();
    const pixelsPerDegree = map.project([0, 1]).x - map.project([0, 0]).x;
    const show = (mark: Marker, isShown: boolean) =>
      isShown ? names.addLayer(mark) : names.removeLayer(mark);
    for (const { properties, mark } of stateNames) {
      const fits = properties.span * pixelsPerDegree > properties.name.length * LETTER_WIDTH;
      show(mark, fits && zoom < ONLY_CITIES);
    }
    for (const city of cityNames) show(city.mark, zoom >= city.zoom);
  }
  map.on('zoomend', showNames);
  group.on('remove', () => map.off('zoomend', showNames));
  showNames();
  return group;
}

/** Estimated pixels per letter of a state's name, padding included. */
const LETTER_WIDTH = 8;

/** First zoom without names of states. */
const ONLY_CITIES = 8;

function nameMark(name: string, [lng, lat]: StateName['at'], className = ''): Marker {
  const words = document.createElement('span');
  words.textContent = name;
  // Screen readers have the form's fields or the list of places instead of the map.
  words.setAttribute('aria-hidden', 'true');
  return marker([lat, lng], {
    icon: divIcon({ className: `${classes.name} ${className}`, html: words, iconSize: [0, 0] }),
    interactive: false,
    keyboard: false,
    zIndexOffset: -1000,
  });
}

/** Leaflet expects an attribution as HTML; ours is text. */
function escapeMarkup(text: string): string {
  const holder = document.createElement('span');
  holder.textContent = text;
  return holder.innerHTML;
}

/** Tile server in Leaflet's template form, with its attribution. */
export interface TileSource {
  readonly url: string;
  /** Plain text. */
  readonly attribution: string;
}

/** Degrees; north and east are positive. */
export interface MapPosition {
  readonly lat: number;
  readonly lng: number;
}

export interface MapPlace {
  readonly name: string;
  readonly location: MapPosition;
}
