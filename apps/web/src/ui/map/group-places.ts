/** A point on the screen, in pixels. */
interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Group<Place> {
  /** Position of its mark: that of its first place. */
  readonly at: Point;
  readonly places: readonly Place[];
}

/**
 * Groups places whose markers would overlap.
 *
 * @param distance pixels that two marks keep from each other at least
 */
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
