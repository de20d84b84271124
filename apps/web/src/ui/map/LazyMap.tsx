import { Suspense } from 'react';
import { lazyOnUse } from '../../lib/lazy-on-use.ts';
import classes from './Map.module.css';
import type { MapPlace } from './map-types.ts';
import type { PickMapProps } from './PickMap.tsx';
import type { PlacesMapProps } from './PlacesMap.tsx';

// The library and its style sheet are loaded with the first map.
const Pick = lazyOnUse(() => import('./PickMap.tsx'));
const Places = lazyOnUse(
  () => import('./PlacesMap.tsx'),
) as unknown as typeof import('./PlacesMap.tsx').default;

export function PickMap(props: PickMapProps) {
  return (
    <Suspense fallback={<div className={classes.frame} aria-busy />}>
      <Pick {...props} />
    </Suspense>
  );
}

export function PlacesMap<Place extends MapPlace>(props: PlacesMapProps<Place>) {
  return (
    <Suspense fallback={<div className={classes.frame} data-tall aria-busy />}>
      <Places {...props} />
    </Suspense>
  );
}
