import { describeValue } from '@simiente/contract/results/words';

/** A web address and nothing else, as laboratories send it in place of a document. */
const ADDRESS = /^https?:\/\/[^\s<>"]+$/i;

/** A value in words; an address of the laboratory's as a link, which only a click follows. */
export function ValueText({
  value,
  isDerived = false,
}: {
  value: Parameters<typeof describeValue>[0];
  isDerived?: boolean;
}) {
  const said = describeValue(value, { isDerived });
  if (value.value !== null || !ADDRESS.test(said)) return said;
  return (
    <a href={said} target="_blank" rel="noopener noreferrer">
      {said}
    </a>
  );
}
