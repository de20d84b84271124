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
  readonly id: string;
  readonly name: string;
  readonly position: MapPosition;
}
