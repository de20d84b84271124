import classes from './KeyCap.module.css';

/** A key of the keyboard, as hints and the list of shortcuts show it. */
export function KeyCap({ children }: { children: string }) {
  return <kbd className={classes.key}>{children}</kbd>;
}
