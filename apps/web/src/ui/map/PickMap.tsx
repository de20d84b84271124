import { useId } from 'react';
import classes from './Map.module.css';
import type { MapPosition, TileSource } from './map-types.ts';
import { useLeaflet } from './use-leaflet.ts';
import { usePin } from './use-pin.ts';

export interface PickMapProps {
  /** What is picked: the accessible name of the map. */
  label: string;
  tiles: TileSource | null;
  /** Null while there is none, or what stands in the fields is none. */
  position: MapPosition | null;
  readOnly?: boolean;
  onPick: (position: MapPosition) => void;
}

/** How close a map comes to a place that was written. */
const CLOSE_TO_OUTLINES = 8;
const CLOSE_TO_TILES = 16;

/** A map with one pin. A click, dragging it, or Enter over the middle moves it; its position does too. */
export default function PickMap(props: PickMapProps) {
  const { label, tiles, position, readOnly = false, onPick } = props;
  const hintId = useId();
  const { container, map, hasFailed } = useLeaflet(tiles);
  usePin(map, {
    position,
    readOnly,
    onPick,
    closeUp: tiles === null ? CLOSE_TO_OUTLINES : CLOSE_TO_TILES,
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
          No se pudo dibujar el fondo del mapa. Los campos sirven igual.
        </p>
      )}
    </div>
  );
}
