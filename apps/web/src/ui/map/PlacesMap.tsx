import type { ReactNode } from 'react';
import classes from './Map.module.css';
import type { MapPlace, TileSource } from './map-types.ts';
import { useLeaflet } from './use-leaflet.ts';
import { usePlaces } from './use-places.ts';

export interface PlacesMapProps<Place extends MapPlace> {
  /** What is on it: the accessible name of the map. */
  label: string;
  tiles: TileSource | null;
  places: readonly Place[];
  /** What somebody chose: one place, or several that stand at the same spot; empty: none any more. */
  onChoose: (places: readonly Place[]) => void;
  /** Told of what was chosen, over the map. */
  children?: ReactNode;
}

/** A map with a mark for each place, all of them in sight at first; marks that would overlap are one. */
export default function PlacesMap<Place extends MapPlace>(props: PlacesMapProps<Place>) {
  const { label, tiles, places, onChoose, children } = props;
  const { container, map, hasFailed } = useLeaflet(tiles);
  usePlaces(map, places, onChoose);
  return (
    <div className={classes.frame} data-tall>
      <div ref={container} className={classes.map} role="application" aria-label={label} />
      {hasFailed && (
        <p className={classes.failure} role="status">
          No se pudo dibujar el fondo del mapa.
        </p>
      )}
      {children && <div className={classes.over}>{children}</div>}
    </div>
  );
}
