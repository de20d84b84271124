/** Some proxies write an address with its port, which differs for each connection. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/;

/** The addresses that count as one client: with IPv6 a client has a whole /64 of them. */
export function toClientAddress(text: string): string {
  const [, six, four] = WITH_PORT.exec(text) ?? [];
  const address = six ?? four ?? text;
  if (address.startsWith('::ffff:') && address.includes('.'))
    return address.slice('::ffff:'.length);
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const middle =
    tail === undefined ? [] : Array(Math.max(0, 8 - front.length - back.length)).fill('0');
  const groups = [...front, ...middle, ...back].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** The network that one attacker easily controls: a /24 of IPv4, a /64 of IPv6. */
export function toNetwork(text: string): string {
  const address = toClientAddress(text);
  const [, block] = /^(\d+\.\d+\.\d+)\.\d+$/.exec(address) ?? [];
  return block === undefined ? address : `${block}.0/24`;
}
