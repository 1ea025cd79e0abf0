import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

interface Key {
  id: string;
  cipher: Buffer;
  mac: Buffer;
}

const ivBytes = 12;
const tagBytes = 16;
const version = 'v1';

/**
 * Keeps secrets of accounts so that the database alone is of no use: encrypted by AES-256-GCM, or as a keyed hash where it
 * is enough to recognise them. Of several keys the first encrypts and all decrypt, so that they can be rotated.
 */
export class Secrets {
  readonly #keys: readonly [Key, ...Key[]];

  /** Texts separated by white space; throws without any. */
  constructor(settingsKey: string) {
    const [first, ...others] = settingsKey.split(/\s+/).filter(Boolean).map(keyOf);
    if (!first) throw new Error('no key to encrypt secrets with');
    this.#keys = [first, ...others];
  }

  /** `about` says whose secret it is and what for; it is of no use anywhere else. */
  encrypt(secret: string, about: string): string {
    const [key] = this.#keys;
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', key.cipher, iv).setAAD(Buffer.from(about));
    const sealed = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return [version, key.id, sealed.toString('base64url')].join('.');
  }

  /** Throws when it was encrypted by a key that is gone, for something else, or changed. */
  decrypt(encrypted: string, about: string): string {
    const [form, id, sealed = ''] = encrypted.split('.');
    const key = this.#keys.find((each) => each.id === id);
    if (form !== version || !key) throw new Error('a secret is encrypted by a key that is not there');
    const bytes = Buffer.from(sealed, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', key.cipher, bytes.subarray(0, ivBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(-tagBytes));
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]).toString('utf8');
  }

  /** Whether the first key encrypted it; else it is time to encrypt it anew. */
  isCurrent(encrypted: string): boolean {
    return encrypted.split('.')[1] === this.#keys[0].id;
  }

  /** What the encrypted secrets begin with that the first key encrypted. */
  get currentMark(): string {
    return `${version}.${this.#keys[0].id}.`;
  }

  /** By which a text is recognised again: the first is what is kept, the others are of keys that were first before. */
  hashes(text: string, about: string): [string, ...string[]] {
    const hash = ({ mac }: Key) =>
      createHmac('sha256', mac)
        .update(JSON.stringify([about, text]))
        .digest('base64url');
    const [first, ...others] = this.#keys;
    return [hash(first), ...others.map(hash)];
  }
}

function keyOf(text: string): Key {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', text, '', use, 32));
  const id = createHash('sha256').update(derive('key id')).digest('base64url').slice(0, 8);
  return { id, cipher: derive('secrets of accounts'), mac: derive('hashes of accounts') };
}
