export type DataType = string | number | boolean | object | Date;
export const SecureStorage: {
  set(key: string, data: DataType): Promise<void>;
  get(key: string): Promise<DataType | null>;
  remove(key: string): Promise<boolean>;
};
