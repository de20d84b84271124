import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import classes from './Disclosure.module.css';
import { FormGrid } from './FormSection.tsx';

interface DisclosureProps {
  title: string;
  opened: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** A part of a form that can be closed. */
export function Disclosure({ title, opened, onToggle, children }: DisclosureProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <UnstyledButton id={id} className={classes.toggle} aria-expanded={opened} onClick={onToggle}>
        <IconChevronRight
          className={classes.chevron}
          data-opened={opened || undefined}
          size={17}
          stroke={1.7}
          aria-hidden
        />
        {title}
      </UnstyledButton>
      {opened && (
        <div className={classes.fields}>
          <FormGrid columns={2}>{children}</FormGrid>
        </div>
      )}
    </section>
  );
}
