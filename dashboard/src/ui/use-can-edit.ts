/** Whether this person may change what the account holds: a viewer reads. */
import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../api/queries.js';

export const useCanEdit = (): boolean => useQuery(meQuery).data?.user.role !== 'viewer';
