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
 * Protects secrets of accounts against readers of the database: AES-256-GCM, or a keyed hash where comparison is
 * enough. The first key encrypts, all keys decrypt, so that keys can be rotated.
 */
export class Secrets {
  readonly #keys: readonly [Key, ...Key[]];

  /** Keys separated by white space; throws without any. */
  constructor(settingsKey: string) {
    const [first, ...others] = settingsKey.split(/\s+/).filter(Boolean).map(keyOf);
    if (!first) throw new Error('no key to encrypt secrets with');
    this.#keys = [first, ...others];
  }

  /** `about` binds the secret to its owner and purpose; decryption fails with another one. */
  encrypt(secret: string, about: string): string {
    const [key] = this.#keys;
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', key.cipher, iv).setAAD(Buffer.from(about));
    const sealed = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return [version, key.id, sealed.toString('base64url')].join('.');
  }

  /** Throws when the key was removed, `about` differs or the text was changed. */
  decrypt(encrypted: string, about: string): string {
    const [form, id, sealed = ''] = encrypted.split('.');
    const key = this.#keys.find((each) => each.id === id);
    if (form !== version || !key) throw new Error('secret encrypted with an unknown key');
    const bytes = Buffer.from(sealed, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', key.cipher, bytes.subarray(0, ivBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(-tagBytes));
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]).toString('utf8');
  }

  /** Whether the first key encrypted it; otherwise it should be encrypted again. */
  isCurrent(encrypted: string): boolean {
    return encrypted.split('.')[1] === this.#keys[0].id;
  }

  /** The prefix of all secrets encrypted by the first key. */
  get currentMark(): string {
    return `${version}.${this.#keys[0].id}.`;
  }

  /** Keyed hashes of a text: the first is stored, the others match hashes of earlier keys. */
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
