import { createECDH, hkdfSync } from 'node:crypto';

/** The key pair with which this server identifies itself to push services (RFC 8292), in base64url. */
export interface VapidKeys {
  public_key: string;
  private_key: string;
}

/**
 * Returns the key pair of this installation. It is derived from the secret, so that all processes have the same one and
 * nothing has to be stored. With another secret, browsers have to subscribe again.
 */
export function toVapidKeys(secret: string): VapidKeys {
  const pair = createECDH('prime256v1');
  for (let attempt = 0; ; attempt += 1) {
    const scalar = Buffer.from(hkdfSync('sha256', secret, '', `hearth push key ${attempt}`, 32));
    try {
      pair.setPrivateKey(scalar);
    } catch {
      // About one in four billion numbers is no key of the curve.
      continue;
    }
    return { public_key: pair.getPublicKey('base64url'), private_key: scalar.toString('base64url') };
  }
}
