import { Modal } from '@mantine/core';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import classes from './ExplanationModal.module.css';

interface ExplanationModalProps {
  opened: boolean;
  explanation: string | null;
  onClose: () => void;
}

/** The explanation of a prescription. */
export function ExplanationModal({ opened, explanation, onClose }: ExplanationModalProps) {
  const { heading, lines } = splitExplanation(explanation ?? '');
  const isEmpty = heading === null && lines.length === 0;
  return (
    <Modal opened={opened} onClose={onClose} title={heading ?? 'Detalles de la receta'} size={520}>
      <div className={classes.lines}>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes its order, and lines repeat.
          <p key={index}>{line}</p>
        ))}
        {isEmpty && <p>Esta receta todavía no tiene una explicación.</p>}
      </div>
      <div className={classes.actions}>
        <LockButton kind="default" data-autofocus onClick={onClose}>
          Cerrar
        </LockButton>
      </div>
    </Modal>
  );
}

export interface Explanation {
  readonly heading: string | null;
  readonly lines: readonly string[];
}

/**
 * Splits a prescription's explanation at its first blank line or `---`: a heading before it, lines
 * after it. A text without one is all lines.
 */
export function splitExplanation(text: string): Explanation {
  const rows = withoutEdges(
    text
      .replaceAll(/-{3,}/g, '\n\n')
      .split(/\r\n?|\n/)
      .map((row) => row.trim()),
  );
  const separator = rows.indexOf('');
  if (separator < 1) return { heading: null, lines: linesOf(rows) };
  return { heading: headingOf(rows.slice(0, separator)), lines: linesOf(rows.slice(separator)) };
}

/** The rows without empty ones at either end. */
function withoutEdges(rows: readonly string[]): readonly string[] {
  const isNotEmpty = (row: string) => row !== '';
  return rows.slice(Math.max(rows.findIndex(isNotEmpty), 0), rows.findLastIndex(isNotEmpty) + 1);
}

function headingOf(rows: readonly string[]): string | null {
  return withoutBold(rows.join(' ')).trim() || null;
}

function linesOf(rows: readonly string[]): string[] {
  return rows.map((row) => withoutBold(row).trim()).filter((row) => row !== '');
}

function withoutBold(text: string): string {
  return text.replaceAll('**', '').replaceAll(/__(.+?)__/g, '$1');
}
