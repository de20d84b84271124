/** Milliseconds after a press for which typed letters are buffered, until the dialog has opened. */
const MAX_OPENING_TIME = 10_000;
const TEXT_FIELD =
  'textarea, input:is([type="text"], [type="search"], [type="email"], [type="tel"], [type="url"], [type="password"], :not([type]))';

/** Elements that open a dialog. An element without a role, such as a free hour, has the data attribute instead. */
const OPENERS = '[aria-haspopup="dialog"], [data-opens-dialog="true"]';

let pressedAt: number | undefined;
let typed = '';

/** Collects the letters typed from now on, for a dialog that opens without a press of its button. */
export function bufferKeysForDialog(now = performance.now()): void {
  pressedAt = now;
  typed = '';
}

/**
 * Collects the letters typed between the press of a button that opens a dialog and the focus of its first field, and
 * writes them into the field. The code of a dialog may still be loading, and its focus follows its transition.
 */
export function bufferEarlyKeys(): void {
  const options = { capture: true };

  document.addEventListener(
    'click',
    ({ target, timeStamp }) => {
      const pressed =
        target instanceof Element ? target.closest(`button, a, ${OPENERS}`) : undefined;
      if (pressed?.matches(OPENERS)) bufferKeysForDialog(timeStamp);
      else pressedAt = undefined;
    },
    options,
  );

  document.addEventListener(
    'keydown',
    (event) => {
      const { key, timeStamp } = event;
      if (pressedAt === undefined || event.defaultPrevented) return;
      if (timeStamp - pressedAt > MAX_OPENING_TIME || key === 'Escape' || key === 'Tab') {
        pressedAt = undefined;
        return;
      }
      const isLetter = key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (event.isComposing || (!isLetter && key !== 'Backspace')) return;
      event.preventDefault();
      typed = isLetter ? typed + key : typed.slice(0, -1);
    },
    options,
  );

  document.addEventListener('focusin', ({ target }) => {
    if (pressedAt === undefined || !(target instanceof HTMLElement)) return;
    const isField = target.matches(TEXT_FIELD) && !target.hasAttribute('readonly');
    if (isField && typed !== '' && target.closest('[role="dialog"]')) write(target, typed);
    // A dialog itself may have the focus until its fields have loaded.
    if (isField || target.matches('button, a, select, input')) pressedAt = undefined;
  });
}

/** Appends text through the native setter, so that React sees a change. */
function write(field: HTMLElement, text: string): void {
  const native = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value');
  native?.set?.call(field, `${Reflect.get(field, 'value')}${text}`);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
