import { useMemo } from 'react';
import classes from './ReportPage.module.css';
import { reportParagraphs } from './strip-report.ts';

/** The analysis: paragraphs and nothing else. */
export function ReportBody({ message }: { message: string }) {
  // A report never changes its order, and its lines may repeat: a place is a key.
  const paragraphs = useMemo(
    () => reportParagraphs(message).map((text, place) => ({ place, text })),
    [message],
  );
  return (
    <div className={classes.body} data-testid="report">
      {paragraphs.map(({ place, text }) => (
        <p key={place}>{text}</p>
      ))}
    </div>
  );
}
