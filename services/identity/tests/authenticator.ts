import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

const userPresentAndVerified = 0x05;
const withCredential = 0x40;

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: Buffer | string): string => Buffer.from(data).toString('base64url');

/** A WebAuthn authenticator that creates one passkey and signs with it; tests can make it misbehave. */
export class Authenticator {
  readonly id = randomBytes(16);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  counter = 0;
  userHandle = '';

  /** Returns the browser's response to the options of a new passkey. */
  create(options: { challenge: string; rp: { id: string }; user: { id: string } }, origin: string) {
    this.userHandle = options.user.id;
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const point = (key: string) => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(key, 'base64url')]);
    // COSE: {1: 2, 3: -7, -1: 1, -2: x, -3: y}
    const key = [Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21]), point(x), Buffer.from([0x22]), point(y)];
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, ...key]);
    const data = Buffer.concat([this.#data(options.rp.id, userPresentAndVerified | withCredential), credential]);
    const text = (word: string) => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)]);
    // CBOR: {fmt: "none", attStmt: {}, authData: data}
    const head = [
      Buffer.from([0xa3]),
      text('fmt'),
      text('none'),
      text('attStmt'),
      Buffer.from([0xa0]),
      text('authData'),
    ];
    const attestationObject = base64url(Buffer.concat([...head, Buffer.from([0x58, data.length]), data]));
    return this.#credential({
      clientDataJSON: clientData('webauthn.create', options.challenge, origin),
      attestationObject,
    });
  }

  /** Returns the browser's response to the options of a sign-in. */
  get(options: { challenge: string; rpId: string }, origin: string) {
    this.counter += 1;
    const data = this.#data(options.rpId, userPresentAndVerified);
    const clientDataJSON = clientData('webauthn.get', options.challenge, origin);
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    const signature = base64url(createSign('sha256').update(signed).sign(this.#keys.privateKey));
    return this.#credential({
      clientDataJSON,
      authenticatorData: base64url(data),
      signature,
      userHandle: this.userHandle,
    });
  }

  #data(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter]);
  }

  #credential<R>(response: R) {
    const id = base64url(this.id);
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
  }
}

const clientData = (type: string, challenge: string, origin: string): string =>
  base64url(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
