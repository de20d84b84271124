import { IconCheck, IconExternalLink, IconUsersGroup } from '@tabler/icons-react';
import { cloneElement, type ReactNode, useEffect, useId, useRef } from 'react';
import type { LinkSlot } from '../link-slot.ts';
import { PersonAvatar } from '../status/person.tsx';
import classes from './DuplicateNotice.module.css';

/** An existing record that may be a duplicate of the new record. */
interface DuplicateItem {
  readonly id: string;
  readonly name: string;
  /** To the record's page, in another tab, so that the form keeps its values. */
  readonly link: LinkSlot;
  /** Status or type of the record. */
  readonly mark?: ReactNode;
  readonly detail?: ReactNode;
  /** Why it may be a duplicate: 'Mismo teléfono'. */
  readonly reasons: readonly string[];
  readonly action?: ReactNode;
}

interface DuplicateNoticeProps {
  title: string;
  items: readonly DuplicateItem[];
  /** Set after an attempt to save, to move the focus to the notice. */
  isWarned: boolean;
}

/** Lists the existing records that may be duplicates of the new record. */
export function DuplicateNotice({ title, items, isWarned }: DuplicateNoticeProps) {
  const titleId = useId();
  const section = useRef<HTMLElement>(null);
  const isShown = items.length > 0;

  useEffect(() => {
    // With the notice, another button may replace the focused one, so that no element has the focus.
    const isFocusLost = document.activeElement === document.body;
    if (isShown && (isWarned || isFocusLost)) section.current?.focus();
  }, [isShown, isWarned]);

  return (
    <div role="status" className={classes.area}>
      {isShown && (
        <section ref={section} className={classes.section} aria-labelledby={titleId} tabIndex={-1}>
          <h3 id={titleId} className={classes.title}>
            <IconUsersGroup className={classes.icon} size={18} stroke={1.7} aria-hidden />
            {items.length === 1 ? title : `${title} (${items.length} coincidencias)`}
          </h3>
          <ul className={classes.list}>
            {items.map((item) => (
              <Duplicate key={item.id} item={item} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Duplicate({
  item: { name, link, mark, detail, reasons, action },
}: {
  item: DuplicateItem;
}) {
  return (
    <li className={classes.item}>
      <PersonAvatar name={name} size={40} />
      <div className={classes.words}>
        <div className={classes.line}>
          {cloneElement(link, {
            className: classes.name,
            target: '_blank',
            rel: 'noopener',
            'aria-label': `${name}, abrir en otra pestaña`,
            children: (
              <>
                <span className={classes.text} title={name}>
                  {name}
                </span>
                <IconExternalLink className={classes.icon} size={15} stroke={1.7} aria-hidden />
              </>
            ),
          })}
          {mark}
        </div>
        {detail && <p className={classes.detail}>{detail}</p>}
        <ul className={classes.reasons}>
          {reasons.map((reason) => (
            <li key={reason} className={classes.reason}>
              <IconCheck size={14} stroke={2} aria-hidden />
              {reason}
            </li>
          ))}
        </ul>
        {action && <div className={classes.action}>{action}</div>}
      </div>
    </li>
  );
}
