import { ApiError } from '@plaudit/contracts';

export const MAX_GROUP_NAME = 191;

/** The most properties of one sub account. `GET /groups` returns all of them. */
export const MAX_GROUPS = 1_000;

/** 400: another property of the sub account has the name. */
export function groupNameTaken(id: number): ApiError {
  return new ApiError(
    'duplicate_group',
    `name is already the name of property ${id}; upper and lower case do not count. Use that property or choose another name.`,
    { field: 'name', existing_id: id },
  );
}

/** 400: the sub account has the maximum of properties. */
export function tooManyGroups(): ApiError {
  return new ApiError(
    'validation_failed',
    `The sub account has ${MAX_GROUPS} properties, which is the maximum; delete one that is not needed.`,
  );
}

/** 400: a channel cannot be put into a property that the sub account does not have. */
export function unknownGroup(id: number): ApiError {
  return new ApiError(
    'invalid_value',
    `group_id ${id} is not a property of this sub account; GET /groups lists them.`,
    { field: 'group_id' },
  );
}
