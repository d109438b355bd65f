import { BlockList, isIP } from "node:net";

/** Maximum length of a webhook's address. */
const MAX_ADDRESS_CHARS = 2_000;

/** Everything of IPv4 that is not an address of the public network (IANA special-purpose registry, RFC 6890 and later). */
const CLOSED_V4: readonly (readonly [network: string, prefix: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

/** Within 2000::/3, outside of which nothing is public: protocol assignments (Teredo among them), documentation, 6to4. */
const CLOSED_V6: readonly (readonly [network: string, prefix: number])[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const closed = new BlockList();
for (const [network, prefix] of CLOSED_V4) closed.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of CLOSED_V6) closed.addSubnet(network, prefix, "ipv6");

const global6 = new BlockList();
global6.addSubnet("2000::", 3, "ipv6");

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Whether a server of the public network can be at this IP address. An IPv4 address written as IPv6 is never public. */
export function isPublic(ip: string): boolean {
  switch (isIP(ip)) {
    case 4:
      return !closed.check(ip, "ipv4");
    case 6:
      return global6.check(ip, "ipv6") && !closed.check(ip, "ipv6");
    default:
      return false;
  }
}

/** Whether the IP address is of this machine, which only a configuration for tests allows. */
function isLoopback(ip: string): boolean {
  const kind = isIP(ip);
  return kind !== 0 && loopback.check(ip, kind === 4 ? "ipv4" : "ipv6");
}

/** Whether a connection to this IP address may be made. */
export const mayConnect = (ip: string, allowLoopback: boolean): boolean =>
  isPublic(ip) || (allowLoopback && isLoopback(ip));

/** Names that never belong to the public network (RFC 6761, 6762, 8375 and `internal`). */
const CLOSED_NAME = /(^|\.)(localhost|local|internal|home\.arpa|lan|intranet|onion|test|invalid|example)$/;

type ReadAddress = { readonly url: URL } | { readonly refusal: string };

/** Reads the address of a webhook: https, a public name or address, no user in it. `http` only for this machine, where allowed. */
export function readAddress(text: string, allowLoopback: boolean): ReadAddress {
  if (text.length > MAX_ADDRESS_CHARS) return { refusal: "The address is too long." };
  // The URL parser turns 0x7f.1 and 2130706433 into 127.0.0.1.
  const url = URL.parse(text);
  if (url === null) return { refusal: "This is no address." };
  if (url.username !== "" || url.password !== "")
    return { refusal: "The address may not contain a user name or a password." };
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const here = allowLoopback && (isLoopback(host) || host === "localhost");
  if (url.protocol !== "https:" && !(here && url.protocol === "http:")) {
    return { refusal: "The address has to begin with https://." };
  }
  url.hash = "";
  if (here) return { url };
  const refusal = "The address has to be one of the public internet.";
  if (isIP(host) !== 0) return isPublic(host) ? { url } : { refusal };
  return host.includes(".") && !CLOSED_NAME.test(host) ? { url } : { refusal };
}
