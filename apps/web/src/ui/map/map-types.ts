/** Where a map takes its tiles from, as Leaflet reads it, and whose they are. */
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
  readonly id: string;
  readonly name: string;
  readonly position: MapPosition;
}
