/** Common e-mail domains in Mexico. Short ones are left out, because other domains differ from them by one letter. */
const DOMAINS = [
  'gmail.com',
  'hotmail.com',
  'hotmail.es',
  'icloud.com',
  'live.com.mx',
  'outlook.com',
  'outlook.es',
  'prodigy.net.mx',
  'yahoo.com',
  'yahoo.com.mx',
  'yahoo.es',
];

/** Existing domains that differ from a common one by one letter. */
const EXISTING_DOMAINS = ['email.com', 'gmail.co', 'mail.com', 'ymail.com', 'zmail.com'];

/** Whether two texts differ by one letter that is missing, added or wrong, or by two swapped letters. */
function differByOne(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  let end = 0;
  while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end += 1;
  const [left, right] = [short, long].map((text) => text.slice(start, text.length - end));
  if (left === undefined || right === undefined) return false;
  const isSwapped = left.length === 2 && left[0] === right[1] && left[1] === right[0];
  return isSwapped || (left.length <= 1 && right.length === 1);
}

/** The address with a common domain, if its domain differs from that by one typing error. */
export function suggestEmail(email: string): string | undefined {
  const [, local, domain = ''] = /^(\S+@)(\S+)$/.exec(email.trim().toLowerCase()) ?? [];
  if (local === undefined || DOMAINS.includes(domain) || EXISTING_DOMAINS.includes(domain))
    return undefined;
  const common = DOMAINS.find((candidate) => differByOne(domain, candidate));
  return common === undefined ? undefined : email.trim().slice(0, local.length) + common;
}
