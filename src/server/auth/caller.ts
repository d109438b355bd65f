import { isIPv6 } from "node:net";

/** Groups of an IPv6 address that name a network, all of whose addresses one customer has (RFC 6177). */
const NETWORK_GROUPS = 4;

/** The key of limits by address: an IPv4 address, also where it is written as IPv6, or an IPv6 network of 64 bits. */
export function callerOf(address: string): string {
  const plain = address.replace(/%.*$/s, "");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(plain)) return address;
  const [head = "", tail] = plain.toLowerCase().split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const gap = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: gap }, () => "0"), ...after];
  return `${groups
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}
