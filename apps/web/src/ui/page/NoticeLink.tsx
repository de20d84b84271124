import { cloneElement } from 'react';
import type { LinkSlot } from '../link-slot.ts';
import classes from './NoticeLink.module.css';

/** A link to open tasks, beside the count of a list. */
export function NoticeLink({ link, children }: { link: LinkSlot; children: string }) {
  return cloneElement(link, {
    className: classes.notice,
    children: (
      <>
        <span className={classes.dot} data-tone="orange" aria-hidden />
        {children}
      </>
    ),
  });
}
