import { type Map as LeafletMap, type Marker, marker } from 'leaflet';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { MapPosition } from './map-types.ts';
import { pinIcon } from './pin.ts';

interface PinOptions {
  readonly position: MapPosition | null;
  readonly readOnly: boolean;
  readonly onPick: (position: MapPosition) => void;
  /** The zoom at which a place comes into sight that was out of it. */
  readonly closeUp: number;
}

/** Digits behind the point of a picked coordinate: about 10 cm. */
const PRECISION = 1e6;
/** Milliseconds without another digit, before the map goes where the fields say. */
const PAUSE = 350;

/** One pin on a map: it goes where its position is, and says where it was put. */
export function usePin(map: LeafletMap | null, options: PinOptions): void {
  const { position, readOnly, closeUp } = options;
  /** What was picked here is in sight: nothing moves under the pointer for it. */
  const picked = useRef<MapPosition>(null);
  const pick = useEffectEvent((place: MapPosition) => {
    if (options.readOnly) return;
    picked.current = rounded(place);
    options.onPick(picked.current);
  });

  useEffect(() => {
    if (map === null) return;
    const container = map.getContainer();
    map.on('click', ({ latlng }) => pick(latlng.wrap()));
    function pickMiddle(event: KeyboardEvent) {
      if (map === null || event.key !== 'Enter' || event.target !== container) return;
      event.preventDefault();
      pick(map.getCenter().wrap());
    }
    container.addEventListener('keydown', pickMiddle);
    return () => container.removeEventListener('keydown', pickMiddle);
  }, [map]);

  const [pin, setPin] = useState<Marker | null>(null);
  const isPlaced = position !== null;
  useEffect(() => {
    if (map === null || !isPlaced) return;
    const created = marker([0, 0], { icon: pinIcon, draggable: !readOnly, keyboard: false });
    created.on('dragend', () => pick(created.getLatLng().wrap()));
    created.addTo(map);
    setPin(created);
    return () => {
      created.remove();
      setPin(null);
    };
  }, [map, isPlaced, readOnly]);

  const { lat, lng } = position ?? { lat: 0, lng: 0 };
  useEffect(() => {
    if (map === null || pin === null) return;
    pin.setLatLng([lat, lng]);
    if (picked.current?.lat === lat && picked.current.lng === lng) return;
    const timer = setTimeout(() => {
      map.setView([lat, lng], Math.max(map.getZoom(), closeUp), { animate: false });
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [map, pin, lat, lng, closeUp]);
}

function rounded({ lat, lng }: MapPosition): MapPosition {
  const round = (degrees: number) => Math.round(degrees * PRECISION) / PRECISION;
  return { lat: round(lat), lng: round(lng) };
}
