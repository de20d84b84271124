import { type Map as LeafletMap, type Marker, marker } from 'leaflet';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import classes from './Map.module.css';
import type { MapPosition, TileSource } from './use-leaflet.ts';
import { pinIcon, useLeaflet } from './use-leaflet.ts';

export interface PickMapProps {
  /** Accessible name. */
  label: string;
  tiles: TileSource | null;
  /** Null while the fields hold no valid position. */
  position: MapPosition | null;
  readOnly?: boolean;
  onPick: (position: MapPosition) => void;
}

/** Minimum zoom at a typed position. */
const ZOOM_ON_OUTLINES = 8;
const ZOOM_ON_TILES = 16;

/** A map with one pin. A click, a drag or Enter (at the map's middle) moves the pin; a new `position` does too. */
export default function PickMap(props: PickMapProps) {
  const { label, tiles, position, readOnly = false, onPick } = props;
  const hintId = useId();
  const { container, map, hasFailed } = useLeaflet(tiles);
  usePin(map, {
    position,
    readOnly,
    onPick,
    zoom: tiles === null ? ZOOM_ON_OUTLINES : ZOOM_ON_TILES,
  });

  return (
    <div className={classes.frame}>
      <div
        ref={container}
        className={classes.map}
        role="application"
        aria-label={label}
        aria-describedby={hintId}
        data-crosshair={!readOnly || undefined}
      />
      <p id={hintId} className={classes.hint}>
        Con el teclado: las flechas mueven el mapa, + y - lo acercan y alejan, y Enter pone el
        marcador en el centro.
      </p>
      {hasFailed && (
        <p className={classes.failure} role="status">
          No se pudo cargar el mapa. Puedes escribir la latitud y la longitud.
        </p>
      )}
    </div>
  );
}

interface PinOptions {
  readonly position: MapPosition | null;
  readonly readOnly: boolean;
  readonly onPick: (position: MapPosition) => void;
  /** Minimum zoom at a typed position. */
  readonly zoom: number;
}

/** Steps per degree to which a picked coordinate is rounded: about 10 cm each. */
const PRECISION = 1e6;
/** Milliseconds without another digit before the map moves to the typed coordinates. */
const PAUSE = 350;

/** Shows a pin at `position` and reports the positions that the user picks. */
function usePin(map: LeafletMap | null, options: PinOptions): void {
  const { position, readOnly, zoom } = options;
  /** Last position that the user picked, which must not move the map under the pointer. */
  const picked = useRef<MapPosition>(null);
  const pick = useEffectEvent((place: MapPosition) => {
    if (options.readOnly) return;
    const round = (degrees: number) => Math.round(degrees * PRECISION) / PRECISION;
    picked.current = { lat: round(place.lat), lng: round(place.lng) };
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
      map.setView([lat, lng], Math.max(map.getZoom(), zoom), { animate: false });
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [map, pin, lat, lng, zoom]);
}
