import type { ReactNode } from 'react';
import classes from './Review.module.css';
import { agrees, differs, type SentenceFinding } from './sentence-findings.ts';
import { partsOf } from './working-sentences.ts';

const lookOf = (finding: SentenceFinding): string | undefined => {
  if (agrees(finding)) return classes.figure;
  return differs(finding) && finding.explanation === null ? classes.wrong : classes.unknown;
};

/** A sentence with its figures underlined: those that agree, those without a result, those that differ. */
export function SentenceText({
  text,
  findings,
}: {
  text: string;
  findings: readonly SentenceFinding[];
}) {
  const { lead, body } = partsOf(text);
  const pieces: ReactNode[] = [];
  let at = 0;
  for (const finding of findings) {
    const start = finding.start - lead.length;
    const end = finding.end - lead.length;
    // A treatment is a whole sentence, whose figures are marked.
    if (finding.verdict === 'treatment' || start < at || end > body.length) continue;
    pieces.push(body.slice(at, start));
    pieces.push(
      <span key={start} className={lookOf(finding)}>
        {body.slice(start, end)}
      </span>,
    );
    at = end;
  }
  pieces.push(body.slice(at));
  return pieces;
}
