import { type Map as LeafletMap, latLngBounds, layerGroup, marker } from 'leaflet';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import classes from './Map.module.css';
import type { MapPlace, TileSource } from './use-leaflet.ts';
import { groupIcon, pinIcon, useLeaflet } from './use-leaflet.ts';

export interface PlacesMapProps<Place extends MapPlace> {
  /** Accessible name. */
  label: string;
  tiles: TileSource | null;
  places: readonly Place[];
  /** Called with the chosen place, or with all places at its position; with an empty list to clear the choice. */
  onChoose: (places: readonly Place[]) => void;
  /** Overlay about the selected places. */
  children?: ReactNode;
}

/** A map with a marker for each place, zoomed to show all; overlapping markers are grouped. */
export default function PlacesMap<Place extends MapPlace>(props: PlacesMapProps<Place>) {
  const { label, tiles, places, onChoose, children } = props;
  const { container, map, hasFailed } = useLeaflet(tiles);
  usePlaces(map, places, {
    onChoose,
    maxInitialZoom: tiles === null ? MAX_INITIAL_ZOOM_ON_OUTLINES : MAX_INITIAL_ZOOM_ON_TILES,
  });
  return (
    <div className={classes.frame} data-tall>
      <div ref={container} className={classes.map} role="application" aria-label={label} />
      {hasFailed && (
        <p className={classes.failure} role="status">
          No se pudo cargar el fondo del mapa.
        </p>
      )}
      {children && <div className={classes.over}>{children}</div>}
    </div>
  );
}

/** Minimum pixels between two markers. */
const DISTANCE = 40;
/** Pixels between the outermost markers and the map's edge. */
const MARGIN = 56;
/** Maximum zoom for places that lie close together: outlines are still visible around them. */
const MAX_INITIAL_ZOOM_ON_OUTLINES = 7;
const MAX_INITIAL_ZOOM_ON_TILES = 9;

interface PlacesOptions<Place extends MapPlace> extends Pick<PlacesMapProps<Place>, 'onChoose'> {
  readonly maxInitialZoom: number;
}

/** Draws a marker for each place, or for each group of overlapping places. */
function usePlaces<Place extends MapPlace>(
  map: LeafletMap | null,
  places: readonly Place[],
  options: PlacesOptions<Place>,
): void {
  const { maxInitialZoom } = options;
  const choose = useEffectEvent(options.onChoose);

  useEffect(() => {
    if (map === null || places.length === 0) return;
    map.fitBounds(toBounds(places), {
      padding: [MARGIN, MARGIN],
      maxZoom: maxInitialZoom,
      animate: false,
    });
  }, [map, places, maxInitialZoom]);

  useEffect(() => {
    if (map === null) return;
    const marks = layerGroup().addTo(map);

    function open(group: Group<Place>) {
      if (map === null) return;
      const bounds = toBounds(group.places);
      const isOneSpot =
        map.getZoom() >= map.getMaxZoom() || bounds.getNorthEast().equals(bounds.getSouthWest());
      if (isOneSpot) return choose(group.places);
      choose([]);
      // Zooming replaces the pressed marker, so the keyboard focus moves to the map.
      if (marks.getLayers().length > 0) map.getContainer().focus();
      map.fitBounds(bounds, { padding: [MARGIN, MARGIN] });
    }

    function draw() {
      if (map === null) return;
      marks.clearLayers();
      const groups = groupPlaces(places, ({ location }) => map.project(location), DISTANCE);
      for (const group of groups) drawMark(group, () => open(group)).addTo(marks);
    }

    const clearChoice = () => choose([]);
    map.on('zoomend', draw);
    map.on('click', clearChoice);
    draw();
    return () => {
      map.off('zoomend', draw);
      map.off('click', clearChoice);
      marks.remove();
    };
  }, [map, places]);
}

function toBounds(places: readonly MapPlace[]) {
  return latLngBounds(places.map(({ location }) => [location.lat, location.lng]));
}

function drawMark({ places }: Group<MapPlace>, open: () => void) {
  const [first] = places;
  const isOne = places.length === 1;
  const title = isOne ? (first?.name ?? '') : `${places.length} sucursales`;
  const mark = marker(first?.location ?? [0, 0], {
    icon: isOne ? pinIcon : groupIcon(places.length),
    keyboard: true,
    title,
  });
  mark.on('add', () => {
    mark.getElement()?.setAttribute('aria-label', isOne ? title : `${title}: acercar`);
  });
  // Leaflet gives a marker the role of a button, but does not handle its keys.
  mark.on('click', open);
  mark.on('keydown', ({ originalEvent }) => {
    if (originalEvent.key !== 'Enter' && originalEvent.key !== ' ') return;
    originalEvent.preventDefault();
    open();
  });
  return mark;
}

/** A point on the screen, in pixels. */
interface Point {
  readonly x: number;
  readonly y: number;
}

interface Group<Place> {
  /** Position of the group's first place. */
  readonly at: Point;
  readonly places: readonly Place[];
}

/** Groups places whose markers would be less than `distance` pixels apart. */
export function groupPlaces<Place>(
  places: readonly Place[],
  toPoint: (place: Place) => Point,
  distance: number,
): Group<Place>[] {
  const groups: { at: Point; places: Place[] }[] = [];
  for (const place of places) {
    const at = toPoint(place);
    const near = groups.find(
      (group) => Math.hypot(group.at.x - at.x, group.at.y - at.y) < distance,
    );
    if (near) near.places.push(place);
    else groups.push({ at, places: [place] });
  }
  return groups;
}
