import classes from './MarkedText.module.css';
import { markMatches } from './mark-matches.ts';

/** A text with what was searched for in pine. It is read as one. */
export function MarkedText({ text, term }: { text: string; term: string }) {
  return markMatches(text, term).map((part) =>
    part.isMatch ? (
      <span key={part.at} className={classes.match}>
        {part.text}
      </span>
    ) : (
      part.text
    ),
  );
}
