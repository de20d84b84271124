import { VisuallyHidden } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './RecordHeader.module.css';

interface RecordHeaderProps {
  /** 60 px: an avatar or a logo. */
  avatar: ReactNode;
  title: string;
  /** The state or kind, beside the title. */
  mark: ReactNode;
  /** `Fact`s or other `li` elements. */
  facts: ReactNode;
  actions: ReactNode;
}

/** The header of a record's page: title, facts and actions. */
export function RecordHeader({ avatar, title, mark, facts, actions }: RecordHeaderProps) {
  return (
    <header className={classes.header}>
      {avatar}
      <div className={classes.words}>
        <div className={classes.line}>
          <h1 className={classes.name}>{title}</h1>
          {mark}
        </div>
        <ul className={classes.facts}>{facts}</ul>
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}

interface FactProps {
  icon: TablerIcon;
  /** Label for screen readers, if the text alone is ambiguous. */
  label?: string;
  children: ReactNode;
}

export function Fact({ icon: Icon, label, children }: FactProps) {
  return (
    <li className={classes.fact}>
      <Icon className={classes.icon} size={17} stroke={1.7} aria-hidden />
      <span className={classes.text}>
        {label && <VisuallyHidden>{label}: </VisuallyHidden>}
        {children}
      </span>
    </li>
  );
}

/** Facts side by side below the header of a page; on phones one below another. Hidden without facts. */
export function FactStrip({ children }: { children: ReactNode }) {
  return <dl className={classes.strip}>{children}</dl>;
}

export function StripFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.factStripFact}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{children}</dd>
    </div>
  );
}
