import type { LinkSlot } from '../link-slot.ts';
import classes from './NoticeLink.module.css';

/** A link to open tasks, beside the count of a list. */
export function NoticeLink({ link, children }: { link: LinkSlot; children: string }) {
  return link({
    className: classes.notice,
    children: (
      <>
        <span className={classes.dot} data-tone="orange" aria-hidden />
        {children}
      </>
    ),
  });
}
