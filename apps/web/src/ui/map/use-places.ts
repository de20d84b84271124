import { type Map as LeafletMap, latLngBounds, layerGroup, marker } from 'leaflet';
import { useEffect, useEffectEvent } from 'react';
import { type Group, groupPlaces } from './group-places.ts';
import type { MapPlace } from './map-types.ts';
import { groupIcon, pinIcon } from './pin.ts';

/** Pixels between two marks at least. */
const DISTANCE = 40;
/** Pixels between the outermost marks and the edge. */
const MARGIN = 56;
/** One place alone is not looked at from closer than this at first. */
const FIRST_ZOOM = 9;

/** A mark for each place of a map, or for several that would lie upon one another. */
export function usePlaces<Place extends MapPlace>(
  map: LeafletMap | null,
  places: readonly Place[],
  onChoose: (places: readonly Place[]) => void,
): void {
  const choose = useEffectEvent(onChoose);

  useEffect(() => {
    if (map === null || places.length === 0) return;
    map.fitBounds(boundsOf(places), {
      padding: [MARGIN, MARGIN],
      maxZoom: FIRST_ZOOM,
      animate: false,
    });
  }, [map, places]);

  useEffect(() => {
    if (map === null) return;
    const marks = layerGroup().addTo(map);

    function open(group: Group<Place>) {
      if (map === null) return;
      const bounds = boundsOf(group.places);
      const isOneSpot =
        map.getZoom() >= map.getMaxZoom() || bounds.getNorthEast().equals(bounds.getSouthWest());
      if (isOneSpot) return choose(group.places);
      choose([]);
      // The mark goes away with this: whoever used the keyboard goes on from the map.
      if (marks.getLayers().length > 0) map.getContainer().focus();
      map.fitBounds(bounds, { padding: [MARGIN, MARGIN] });
    }

    function draw() {
      if (map === null) return;
      marks.clearLayers();
      const groups = groupPlaces(places, ({ position }) => map.project(position), DISTANCE);
      for (const group of groups) drawMark(group, () => open(group)).addTo(marks);
    }

    const forget = () => choose([]);
    map.on('zoomend', draw);
    map.on('click', forget);
    draw();
    return () => {
      map.off('zoomend', draw);
      map.off('click', forget);
      marks.remove();
    };
  }, [map, places]);
}

function boundsOf(places: readonly MapPlace[]) {
  return latLngBounds(places.map(({ position }) => [position.lat, position.lng]));
}

function drawMark({ places }: Group<MapPlace>, open: () => void) {
  const [first] = places;
  const isOne = places.length === 1;
  const mark = marker(first?.position ?? [0, 0], {
    icon: isOne ? pinIcon : groupIcon(places.length),
    keyboard: true,
    title: isOne ? (first?.name ?? '') : `${places.length} juntas`,
  });
  mark.on('add', () => {
    const element = mark.getElement();
    element?.setAttribute(
      'aria-label',
      isOne ? (first?.name ?? '') : `${places.length} juntas: acercar`,
    );
  });
  // Leaflet makes a button of it and leaves its keys to others.
  mark.on('click', open);
  mark.on('keydown', ({ originalEvent }) => {
    if (originalEvent.key !== 'Enter' && originalEvent.key !== ' ') return;
    originalEvent.preventDefault();
    open();
  });
  return mark;
}
