import { CloseButton } from '@mantine/core';
import classes from './FilterChip.module.css';

interface FilterChipProps {
  /** What is filtered by: 'Periodo'. */
  name: string;
  value: string;
  /** Without it the filter is one that the list always has. */
  onRemove?: (() => void) | undefined;
}

/** A filter that came with the address, and how to be rid of it. */
export function FilterChip({ name, value, onRemove }: FilterChipProps) {
  return (
    <li className={classes.chip} data-removable={onRemove !== undefined || undefined}>
      <span className={classes.words} title={`${name}: ${value}`}>
        <span className={classes.name}>{name}</span> {value}
      </span>
      {onRemove && (
        <CloseButton
          size={24}
          iconSize={14}
          className={classes.remove}
          aria-label={`Quitar filtro: ${name} ${value}`}
          onClick={onRemove}
        />
      )}
    </li>
  );
}
