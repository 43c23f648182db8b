import { findPersonalData } from '@kervan/contract/porta/applications'
import { existing } from '@kervan/contract/kit/typed'
import { readFile } from 'node:fs/promises'
import { handleOutside } from '../../kit/http/handle.ts'
import { cleanPicture } from '../pictures/clean.ts'
import { readTextInThread } from '../pictures/read-picture.ts'

/** Reads a picture that nobody has sent yet, beside the process and without a connection (DSC-006). */
export const findPersonalDataHandler = handleOutside(
  findPersonalData,
  async ({ uploads }) => {
    const { name, path } = existing(uploads[0])
    return cleanPicture(name, await readFile(path))
  },
  async ({ bytes, width, height }) => {
    const { personal } = await readTextInThread(bytes)
    return { width, height, personal }
  },
)
