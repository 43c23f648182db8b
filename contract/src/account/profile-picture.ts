import { profilePictureBytes } from '../access/words.ts'
import { BinaryOrNone, call, Done, Nothing } from '../kit/call.ts'

// The picture of a person in one company (USR-008).

export const uploadProfilePicture = call('WebResources/UploadProfilePicture', {
  kind: 'upload',
  upload: { maxFiles: 1, maxBytes: profilePictureBytes, types: ['image/jpeg', 'image/png'] },
  input: Nothing,
  output: Done,
  refusals: ['PictureTooManyPixels'],
})

export const getProfilePicture = call('WebResources/GetProfilePicture', {
  access: 'session',
  reads: true,
  kind: 'download',
  input: Nothing,
  output: BinaryOrNone,
  refusals: [],
})

export const deleteProfilePicture = call('WebResources/DeleteProfilePicture', {
  input: Nothing,
  output: Done,
  refusals: [],
})
