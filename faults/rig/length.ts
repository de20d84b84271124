/** `npm test` makes each fault a few times; `npm run test:faults`, as often as is worth the time. */
export const isLong = process.env.FAULTS === 'long';

/** How often, or how long, in the form that runs. */
export function inForm<Value>(short: Value, long: Value): Value {
  return isLong ? long : short;
}
