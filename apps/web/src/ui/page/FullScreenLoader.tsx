import { Loader } from '@mantine/core';
import classes from './FullScreenLoader.module.css';

/** The only spinner that fills the screen: while the session loads. */
export function FullScreenLoader() {
  return (
    <div className={classes.screen} role="status">
      <Loader size={32} aria-hidden />
      <p className={classes.word}>Cargando...</p>
    </div>
  );
}
