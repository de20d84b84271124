import classes from './Brand.module.css';

/** Two leaves that grow from one point. `isOnPanel` is for the dark panel of the login. */
export function Brand({ isOnPanel, markOnly }: { isOnPanel?: boolean; markOnly?: boolean }) {
  return (
    <span className={classes.brand} data-on-panel={isOnPanel || undefined}>
      <svg className={classes.mark} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path className={classes.lower} d="M12 12C12 17.5 8 21 3 21C3 16 6.5 12 12 12Z" />
        <path className={classes.upper} d="M12 12C12 6.5 16 3 21 3C21 8 17.5 12 12 12Z" />
      </svg>
      {!markOnly && <span className={classes.name}>Simiente</span>}
    </span>
  );
}
