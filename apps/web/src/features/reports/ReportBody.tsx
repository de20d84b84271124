import { useMemo } from 'react';
import classes from './ReportPage.module.css';
import { reportParagraphs } from './strip-report.ts';

/** The analysis: paragraphs and nothing else. */
export function ReportBody({ message }: { message: string }) {
  const paragraphs = useMemo(() => reportParagraphs(message), [message]);
  return (
    <div className={classes.body} data-testid="report">
      {paragraphs.map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a report never changes its order, and lines repeat.
        <p key={index}>{paragraph}</p>
      ))}
    </div>
  );
}
