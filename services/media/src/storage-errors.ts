import type { Catalogue } from '@tribus/kit/core/errors.ts';

/** Errors of choosing a store of objects; those found by a test are `storage_` and the reason. */
export const storageErrors = {
  storage_incomplete: {
    status: 400,
    es: 'Faltan datos del almacén: la dirección, el bucket y el nombre de la clave.',
    en: "Something is missing: the store's address, the bucket and the name of the key.",
    zh: '存储信息不完整：需要填写地址、存储桶和密钥名称。',
  },
  storage_secret_needed: {
    status: 400,
    es: 'Escribe la clave secreta de este almacén: la guardada es de otro.',
    en: 'Enter the secret key of this store: the saved one belongs to another store.',
    zh: '请输入此存储的密钥：已保存的密钥属于另一个存储。',
  },
  storage_no_folder: {
    status: 400,
    es: 'El servidor no guarda archivos en una carpeta: su configuración nombra un bucket.',
    en: 'The server keeps no files in a folder: its settings name a bucket.',
    zh: '服务器没有使用本地文件夹：其配置指定的是存储桶。',
  },
  storage_host_not_allowed: {
    status: 400,
    es: 'Esa dirección no está en la red pública y no está permitida.',
    en: 'That address is not on the public network, and it is not allowed.',
    zh: '该地址不在公共网络中，不允许使用。',
  },
  storage_host_unknown: {
    status: 400,
    es: 'No existe ningún servidor con ese nombre.',
    en: 'There is no server of that name.',
    zh: '不存在该名称的服务器。',
  },
  storage_unreachable: {
    status: 400,
    es: 'No se puede conectar con el almacén: revisa la dirección y el puerto.',
    en: 'The store cannot be reached: check the address and the port.',
    zh: '无法连接到存储：请检查地址和端口。',
  },
  storage_timed_out: {
    status: 400,
    es: 'El almacén no contesta a tiempo.',
    en: 'The store did not answer in time.',
    zh: '存储未能及时响应。',
  },
  storage_tls_failed: {
    status: 400,
    es: 'El cifrado falla: el certificado no es de ese servidor o no es válido.',
    en: "Encryption failed: the certificate is not that server's, or it is not valid.",
    zh: '加密连接失败：证书不属于该服务器或无效。',
  },
  storage_credentials_refused: {
    status: 400,
    es: 'El almacén no acepta la clave: revisa su nombre, el secreto y la región.',
    en: 'The store does not accept the key: check its name, the secret and the region.',
    zh: '存储不接受该密钥：请检查密钥名称、密钥和区域。',
  },
  storage_bucket_missing: {
    status: 400,
    es: 'Ese bucket no existe en el almacén.',
    en: 'There is no such bucket in the store.',
    zh: '存储中不存在该存储桶。',
  },
  storage_access_denied: {
    status: 400,
    es: 'La clave vale, pero no puede escribir, leer, listar o borrar en el bucket.',
    en: 'The key is valid, but may not write, read, list or delete in the bucket.',
    zh: '密钥有效，但没有在存储桶中写入、读取、列出或删除的权限。',
  },
  storage_full: {
    status: 400,
    es: 'El almacén no tiene espacio.',
    en: 'The store has no room left.',
    zh: '存储空间已满。',
  },
  storage_bytes_differ: {
    status: 400,
    es: 'El almacén no devuelve lo que se le dio a guardar.',
    en: 'The store does not return what was written to it.',
    zh: '存储返回的内容与写入的内容不一致。',
  },
  storage_failed: {
    status: 400,
    es: 'El almacén no funciona.',
    en: 'The store does not work.',
    zh: '存储无法正常工作。',
  },
} as const satisfies Catalogue;
