import { lazyOnUse } from '../../lib/lazy-on-use.ts';
import classes from './Map.module.css';

// The library and its style sheet are loaded with the first map.
export const PickMap = lazyOnUse(
  () => import('./PickMap.tsx'),
  () => <div className={classes.frame} aria-busy />,
);
export const PlacesMap = lazyOnUse(
  () => import('./PlacesMap.tsx'),
  () => <div className={classes.frame} data-tall aria-busy />,
) as unknown as typeof import('./PlacesMap.tsx').default;
