/** A test authority and a server certificate that it signed, made by openssl. */
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Paths of PEM files. */
export type Certificates = { ca: string; cert: string; key: string }

/** Makes certificates for 127.0.0.1 and localhost, valid for two days. The files are in `folder`, which is created. */
export async function makeCertificates(folder: string): Promise<Certificates> {
  await mkdir(folder, { recursive: true })
  const file = (name: string) => join(folder, name)
  const openssl = (...args: string[]) => run('openssl', args, { cwd: folder })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  await openssl(
    'req',
    '-x509',
    ...key,
    '-days',
    '2',
    '-subj',
    '/CN=Test authority',
    '-keyout',
    file('ca.key'),
    '-out',
    file('ca.crt'),
  )
  await openssl(
    'req',
    ...key,
    '-subj',
    '/CN=localhost',
    '-keyout',
    file('server.key'),
    '-out',
    file('server.csr'),
  )
  await writeFile(file('names'), 'subjectAltName=DNS:localhost,IP:127.0.0.1\n')
  await openssl(
    'x509',
    '-req',
    '-in',
    file('server.csr'),
    '-CA',
    file('ca.crt'),
    '-CAkey',
    file('ca.key'),
    '-CAcreateserial',
    '-days',
    '2',
    '-extfile',
    file('names'),
    '-out',
    file('server.crt'),
  )
  return { ca: file('ca.crt'), cert: file('server.crt'), key: file('server.key') }
}
