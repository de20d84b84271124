/** Space between a foot and what is scrolled to. */
const CLEARANCE = 16;

/**
 * Ref of the foot of a form that stays in sight: what takes the focus, and its error, is scrolled to above it, however
 * many lines it has.
 */
export function keepClear(foot: HTMLElement | null) {
  if (foot === null) return;
  const { style } = foot.closest<HTMLElement>('[role="dialog"]') ?? document.documentElement;
  const observer = new ResizeObserver(() => {
    style.scrollPaddingBottom = `${foot.offsetHeight + CLEARANCE}px`;
  });
  observer.observe(foot);
  return () => {
    observer.disconnect();
    style.scrollPaddingBottom = '';
  };
}
