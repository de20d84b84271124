import { formatCount } from '../../lib/format/numbers.ts';
import { PersonAvatar } from '../status/PersonAvatar.tsx';
import classes from './CandidateList.module.css';

export interface Candidate {
  id: string;
  name: string;
  /** At the right of the name: its status or type. */
  detail?: string | undefined;
}

interface CandidateListProps {
  /** How many there are; more than `candidates` when some are not loaded. */
  count: number;
  candidates: readonly Candidate[];
}

const SHOWN = 5;

/** The records of an action: the first names, and how many more. */
export function CandidateList({ count, candidates }: CandidateListProps) {
  const shown = candidates.slice(0, SHOWN);
  const others = count - shown.length;
  if (shown.length === 0) return null;
  return (
    <ul className={classes.list}>
      {shown.map(({ id, name, detail }) => (
        <li key={id} className={classes.item}>
          <PersonAvatar name={name} size={28} />
          <span className={classes.name} title={name}>
            {name}
          </span>
          {detail && <span className={classes.detail}>{detail}</span>}
        </li>
      ))}
      {others > 0 && <li className={classes.others}>y {formatCount(others)} más</li>}
    </ul>
  );
}
