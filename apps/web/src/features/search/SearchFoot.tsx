import classes from './SearchFoot.module.css';

/** Which keys there are. For those who see: readers are told by the field itself. */
export function SearchFoot() {
  return (
    <div className={classes.foot} aria-hidden>
      <span className={classes.hint}>
        <kbd className={classes.key}>↑↓</kbd> Moverse
      </span>
      <span className={classes.hint}>
        <kbd className={classes.key}>Enter</kbd> Abrir
      </span>
    </div>
  );
}
