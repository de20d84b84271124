import { ownSentence } from '@simiente/contract/audit/sentence';
import classes from './Trail.module.css';
import { TrailList } from './TrailList.tsx';
import { TrailFoot, TrailState } from './TrailStates.tsx';
import { useOwnActivity } from './use-trail.ts';

/** Activity of the signed-in account, for its own page. */
export function OwnActivity() {
  const trail = useOwnActivity();
  return (
    <div className={classes.own}>
      {trail.entries ? (
        <>
          <TrailList entries={trail.entries} toSentence={ownSentence} />
          <TrailFoot trail={trail} things={['acción', 'acciones']} />
        </>
      ) : (
        <TrailState trail={trail} title="No se pudo cargar tu actividad" />
      )}
    </div>
  );
}
